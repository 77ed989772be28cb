import { Trans } from "@lingui/react/macro";
import { Button } from "#pwa/ui/button.tsx";

/** Below a list of which only so much is drawn. */
export function ShowMore({ onMore }: { readonly onMore: () => void }) {
  return (
    <Button variant="link" onClick={onMore}>
      <Trans>Show more</Trans>
    </Button>
  );
}
