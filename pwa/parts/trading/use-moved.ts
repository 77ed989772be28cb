import { useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import {
  assetKeyOf,
  hasAmount,
  type MovementRow,
  movementOf,
  type MovementType,
  paidFee,
} from "#pwa/parts/history/movement.ts";

/** What went and what came, as the ledger has it; none as long as it has not reached this device. */
export interface Moved {
  readonly out: readonly MovedAsset[];
  readonly in: readonly MovedAsset[];
  /** What the network was paid by this account, in XLM; null where nothing. */
  readonly fee: string | null;
}

interface MovedAsset {
  /** `XLM` or `CODE-ISSUER`. */
  readonly asset: string;
  readonly assetCode: string;
  readonly amount: string;
}

const NOTHING: Moved = { out: [], in: [], fee: null };
/** What a trade just did is among the newest. */
const NEWEST = { sort: [{ timestamp: "desc" as const }], limit: 40 };

/** What a transaction really moved, out of the history; never what was asked for. */
export function useMoved({ state, hash }: Submission, type: MovementType): Moved {
  const ownAddress = useSession().user?.walletAddress;
  const { rows } = useRows("transactions", NEWEST);
  return useMemo(() => {
    if (state !== "confirmed" || hash === null) return NOTHING;
    const own = rows.filter((row) => row.hash === hash);
    const moved = own.filter((row) => row.type === type && hasAmount(row) && row.status === "confirmed");
    const along = (direction: "in" | "out") =>
      moved.filter((row) => movementOf(row, ownAddress).direction === direction).map(movedAsset);
    return { out: along("out"), in: along("in"), fee: own.find(paidFee)?.fee ?? null };
  }, [state, hash, rows, type, ownAddress]);
}

function movedAsset(row: MovementRow): MovedAsset {
  return { asset: assetKeyOf(row), assetCode: row.assetCode, amount: row.amount };
}
