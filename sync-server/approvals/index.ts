export type { Act, CarryOut } from "./acts.ts";
export { type Approvals, openApprovals } from "./approvals.ts";
export {
  type Authority,
  noteAct,
  noteLook,
  noteOperatorAction,
  readNotes,
  readOperatorActions,
} from "./operator-actions.ts";
export { refuseOwn } from "./own.ts";
export { registerApprovalRoutes } from "./routes.ts";
export { startApprovals } from "./start-approvals.ts";
export { proposalIndexes } from "./store.ts";
