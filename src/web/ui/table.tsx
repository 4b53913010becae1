// A table: the elements of HTML and one look. Mantine's brings its scroll area with 20 KB behind it, and a component for every cell.
import type { ComponentProps } from 'react'
import styles from './table.module.css'

export function Table({ className, ...table }: ComponentProps<'table'>) {
  return <table className={className ? `${styles.table} ${className}` : styles.table} {...table} />
}
