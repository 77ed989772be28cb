import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { NoticesSheet } from "#pwa/console/desk/notices-sheet.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { WebhookCard } from "./webhook-card.tsx";

/** Who is told of what is wrong, and how. */
export function NoticesPart() {
  const may = useMay();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader
          title={t`What you are told of`}
          description={t`In the app, on the screens of your devices and by e-mail, as you choose. Each issue is told once an hour at most, and what goes wrong together is one message.`}
        />
        <Button variant="secondary" size="sm" onClick={() => setChoosing(true)}>
          {t`Choose what you are told of`}
        </Button>
      </Card>
      {may(MONITORING_ENDPOINTS.webhook) ? <WebhookCard /> : null}
      {isChoosing ? <NoticesSheet onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}
