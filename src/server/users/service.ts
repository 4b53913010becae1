// What other features may do with users.
export { emailKey } from './email.ts'
export {
  accountsOf,
  arrive,
  countMembers,
  createUser,
  credentials,
  findByEmail,
  hold as holdUser,
  type ListedUser,
  listUsers,
  remove as removeUser,
  removeMember,
  replaceHash,
  restoreMember,
  setDisabled,
  setEmail,
  setPassword,
  whole,
} from './queries.ts'
