// Result of a benchmark.
export interface Figure {
  name: string
  value: number
  unit: string
  /** Its baseline, measured in the same run. */
  beside?: { name: string; value: number }
}

/** Receives figures as soon as they are measured, so that an interrupted run has printed them. */
export type Report = (...figures: Figure[]) => void
