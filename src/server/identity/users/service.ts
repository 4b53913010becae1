// What other features may do with users.
export { emailKey } from './email.ts'
export {
  accountsOf,
  countMembers,
  createUser,
  credentials,
  findByEmail,
  getForTransfer,
  insertTransferred,
  type ListedUser,
  listUsers,
  localeOf,
  lockUser as holdUser,
  remove as removeUser,
  removeMember,
  replaceHash,
  restoreMember,
  setDisabled,
  setEmail,
  setPassword,
} from './queries.ts'
