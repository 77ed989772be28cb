import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { MovementSheet } from "#pwa/parts/history/movement-sheet.tsx";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { useExplorerUrl } from "#pwa/parts/history/use-explorer-url.ts";
import { useSession } from "#pwa/parts/session/session.tsx";

/** A movement that was chosen, over the screen one is on. */
export function FoundMovement({ row, onClose }: { readonly row: MovementRow; readonly onClose: () => void }) {
  const { user } = useSession();
  const { directory } = useDirectory();
  const explorerUrl = useExplorerUrl();
  return (
    <MovementSheet
      row={row}
      directory={directory}
      ownAddress={user?.walletAddress}
      explorerUrl={explorerUrl}
      onClose={onClose}
    />
  );
}
