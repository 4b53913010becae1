/** An error that the operator can correct, printed in one line. Any other error is a bug and is printed in full. */
export class Refusal extends Error {}
