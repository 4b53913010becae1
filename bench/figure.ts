// What a benchmark says.
export interface Figure {
  name: string
  value: number
  unit: string
  /** Its peer, measured in the same run. */
  beside?: { name: string; value: number }
}

/** Takes figures as soon as they are known: a run that somebody ends has said those that it had. */
export type Report = (...figures: Figure[]) => void
