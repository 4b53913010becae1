// What stands in a message's scope where a contact has nothing to say there.
import { Drop } from 'liquidjs'

/** Stands for a variable without value: false in a condition, equal to nothing, and never written. */
export class Missing extends Drop {
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
