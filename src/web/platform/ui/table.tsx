// Table: plain HTML elements with one style. Mantine's Table adds a 20 KB scroll area and a component per cell.
import type { ComponentProps } from 'react'
import styles from './table.module.css'

export function Table({ className, ...table }: ComponentProps<'table'>) {
  return <table className={className ? `${styles.table} ${className}` : styles.table} {...table} />
}
