// The available drivers: the only file that other modules import besides the port.
export { isBaileysFault } from './linked-device/faults.ts'
export { linkedDevice } from './linked-device/linked-device.ts'
export { simulatorNumbers } from './simulator/numbers.ts'
export { simulator } from './simulator/simulator.ts'
