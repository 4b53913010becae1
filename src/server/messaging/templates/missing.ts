// The placeholder for missing values in a message's scope.
import { Drop } from 'liquidjs'

/** A value that cannot be compared: it is neither greater nor less than any other. */
export abstract class Unordered extends Drop {
  gt() {
    return false
  }
  geq() {
    return false
  }
  lt() {
    return false
  }
  leq() {
    return false
  }
}

/** Stands for a variable without a value: falsy, equal to nothing, and never written. */
export class Missing extends Unordered {
  readonly path: string

  constructor(path: string) {
    super()
    this.path = path
  }

  override valueOf() {
    return null
  }
  equals(other: unknown) {
    return other === '' || other === null || other === undefined || (other instanceof Drop && !other.valueOf())
  }
}
