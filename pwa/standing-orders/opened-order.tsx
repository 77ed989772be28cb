import { CancelStanding } from "./cancel-standing.tsx";
import { StandingSheet } from "./standing-sheet.tsx";
import type { StandingRow } from "./standing-state.tsx";

interface OpenedOrderProps {
  readonly row: StandingRow;
  readonly isCancelling: boolean;
  readonly isOnline: boolean;
  readonly onCancel: () => void;
  readonly onClose: () => void;
}

/** What is open of a standing order: all about it, or the question whether it shall end. */
export function OpenedOrder({ isCancelling, ...props }: OpenedOrderProps) {
  return isCancelling ? <CancelStanding row={props.row} onClose={props.onClose} /> : <StandingSheet {...props} />;
}
