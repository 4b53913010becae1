// An address as compared: one account per address, however it is written.

export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase()
}
