// Removes what a test has rendered, and adds what the simulated browser lacks.
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A growing textarea listens to this, to measure itself again when fonts are loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// Notices and dialogs load on first use, which can take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 180_000 })

afterEach(cleanup)
