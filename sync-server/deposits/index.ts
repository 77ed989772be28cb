export { depositRows } from "./deposit-rows.ts";
export { registerDepositRoutes, takesDeposits } from "./routes.ts";
export { indexDecided, methodIndexes, searchDecided, searchOpen } from "./search-deposits.ts";
export { METHOD_KIND } from "./stored-method.ts";
export { readDepositSettings } from "./settings.ts";
export { startCrediting } from "./start-crediting.ts";
export {
  approvedAnew,
  DEPOSIT_KIND,
  type DepositDocument,
  depositCollection,
  depositIndexes,
  depositMethods,
  depositSearch,
  forgetPayer,
  OPEN_DEPOSITS,
} from "./store.ts";
export { waitingDeposits } from "./waiting.ts";
export { depositsCheck } from "./waiting-check.ts";
