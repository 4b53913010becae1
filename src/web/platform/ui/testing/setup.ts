// Removes what a test has rendered, and adds what the simulated browser lacks.
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// A growing textarea listens to this, to measure itself again when fonts are loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

afterEach(cleanup)
