export type { Act, CarryOut } from "./acts.ts";
export { type Approvals, openApprovals } from "./approvals.ts";
export { readFourEyes } from "./four-eyes.ts";
export { type Holder, holdersAtWork, holdersOf, holderWithin, requireHolder } from "./holders.ts";
export { searchProposals } from "./list-proposals.ts";
export {
  type Authority,
  type Change,
  noteAct,
  noteLook,
  noteLookOnce,
  noteOperatorAction,
  readNotes,
  readOperatorActions,
} from "./operator-actions.ts";
export { refuseOwn } from "./own.ts";
export { registerApprovalRoutes } from "./routes.ts";
export { startApprovals } from "./start-approvals.ts";
export { proposalIndexes } from "./store.ts";
export { waitingProposals } from "./waiting.ts";
