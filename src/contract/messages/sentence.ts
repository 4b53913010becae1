// A sentence of a catalogue, with placeholders: `{name}`, `{count, number}`, `{closed, day}`.

/** Singular and plural, if the sentence has both: `params.count` decides which one is used. */
export type Sentence = string | { readonly one: string; readonly other: string }
