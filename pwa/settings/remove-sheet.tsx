import { useSession } from "#pwa/app/session.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

/** Asks before everything of the person's is deleted from this device. */
export function RemoveSheet({ waiting, onClose }: { readonly waiting: number; readonly onClose: () => void }) {
  const { logout, isLeaving } = useSession();
  return (
    <Sheet
      open
      size="sm"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Remove your data from this device?"
      description="You are signed out here and everything kept on this device is deleted. Your account stays as it is."
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" loading={isLeaving} onClick={() => void logout()}>
            Remove and sign out
          </Button>
        </>
      }
    >
      {waiting === 0 ? null : (
        <Notice tone="warn">
          {waiting} {waiting === 1 ? "change has" : "changes have"} not reached the server yet and would be lost.
        </Notice>
      )}
    </Sheet>
  );
}
