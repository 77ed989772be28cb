import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { type Unsent, unsentOf } from "#pwa/send/unsent.ts";
import type { UserOutput } from "#schemas/users.ts";
import { LeaveSheet } from "./leave-sheet.tsx";

/** Signs out, at once where nothing is lost by it; else the sheet, to be shown, asks first. */
export function useLeaving(user: UserOutput): { readonly askOrLeave: () => void; readonly sheet: ReactNode } {
  const { logout } = useSession();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const { waiting } = useAtomValue(syncStatusAtom);
  return {
    askOrLeave: () => {
      const left = unsentOf(user.id, waiting);
      if (left === null) void logout();
      else setUnsent(left);
    },
    sheet: unsent === null ? null : <LeaveSheet unsent={unsent} onStay={() => setUnsent(null)} />,
  };
}
