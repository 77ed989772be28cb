import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Button } from "#pwa/ui/button.tsx";
import { CardHeader, Card } from "#pwa/ui/card.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";

/** As high as the figure from the start: what stands below shall not move when it comes. */
export const FIGURE_ROOM = "min-h-71 sm:min-h-79 pointer-coarse:min-h-76 sm:pointer-coarse:min-h-84";

export function ValueHeader() {
  return (
    <CardHeader
      id="dashboard-value"
      title={t`Value over time`}
      action={
        <Button asChild variant="link" size="inline">
          <Link to="/analytics">
            <Trans>Analytics</Trans>
          </Link>
        </Button>
      }
    />
  );
}

/** In the place of the curve's card until its script is here, and as high. */
export function WaitingValueCard() {
  return (
    <Card aria-labelledby="dashboard-value">
      <ValueHeader />
      <Skeleton className="mb-4 h-10.5 w-64 max-w-full pointer-coarse:h-13.5" />
      <div className={FIGURE_ROOM}>
        <Skeleton className="h-64 w-full" />
      </div>
    </Card>
  );
}
