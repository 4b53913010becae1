/** An error that the operator can correct, in one line; any other is a bug and is printed in full. */
export class Refusal extends Error {}
