// Normalized email address for comparison: one account per address, regardless of case and Unicode form.

export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
