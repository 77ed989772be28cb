import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { severityWords } from "#pwa/console/desk/severity.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { IssueActInput, type WebhookOutput } from "#schemas/monitoring.ts";
import { Deliveries } from "./deliveries.tsx";
import { TestWebhook } from "./test-webhook.tsx";
import { WebhookSecretSheet } from "./webhook-secret-sheet.tsx";
import { WebhookSheet } from "./webhook-sheet.tsx";

/** Where programs of the operator's own are told of issues. */
export function WebhookCard() {
  const asked = useAsk(MONITORING_ENDPOINTS.webhook, {});
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card>
      <CardHeader
        title={t`Webhook`}
        description={t`A program of your own is told when an issue opens and when it is over. Each message is signed, so that it can tell who sent it.`}
      />
      <AskedState asked={asked}>
        {asked.value === null ? null : (
          <div className="flex flex-col gap-5 text-sm">
            <Setting webhook={asked.value.webhook} onSecret={setSecret} />
            <Deliveries deliveries={asked.value.deliveries} />
          </div>
        )}
      </AskedState>
      {secret === null ? null : <WebhookSecretSheet secret={secret} onClose={() => setSecret(null)} />}
    </Card>
  );
}

interface SettingProps {
  readonly webhook: WebhookOutput["webhook"];
  readonly onSecret: (secret: string | null) => void;
}

function Setting({ webhook, onSecret }: SettingProps) {
  const may = useMay();
  const [doing, setDoing] = useState<"set" | "remove" | null>(null);
  const close = () => setDoing(null);
  const maySet = may(MONITORING_ENDPOINTS.setWebhook);
  return (
    <div className="flex flex-col gap-3">
      {webhook === null ? <p className="text-ink-3">{t`There is none yet.`}</p> : <WebhookFacts webhook={webhook} />}
      {maySet ? (
        <div className="flex flex-wrap items-start gap-2">
          <Button size="sm" variant="secondary" onClick={() => setDoing("set")}>
            {webhook === null ? t`Set up a webhook` : t({ message: "Change", context: "button" })}
          </Button>
          {webhook === null ? null : (
            <Button size="sm" variant="secondary" onClick={() => setDoing("remove")}>
              {t({ message: "Remove", context: "a webhook" })}
            </Button>
          )}
        </div>
      ) : null}
      {maySet && webhook !== null ? <TestWebhook /> : null}
      {doing === "set" ? <WebhookSheet webhook={webhook} onSecret={onSecret} onClose={close} /> : null}
      {doing === "remove" ? (
        <ReasonSheet
          title={t`Remove the webhook`}
          description={t`Nothing is sent to it any more, and its secret is forgotten.`}
          submit={t({ message: "Remove", context: "a webhook" })}
          tone="danger"
          schema={IssueActInput}
          carryOut={(body) => call(MONITORING_ENDPOINTS.removeWebhook, { body })}
          done={t`The webhook is removed`}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: NonNullable<WebhookOutput["webhook"]> }) {
  const { url, leastSeverity, setBy, setAt } = webhook;
  return (
    <Facts
      facts={[
        {
          name: t({ message: "Address", context: "of a site" }),
          value: (
            <bdi dir="ltr" className="break-all">
              {url}
            </bdi>
          ),
        },
        { name: t`Told from this severity on`, value: severityWords(leastSeverity) },
        { name: t({ message: "Set by", context: "an operator" }), value: <Person id={setBy} /> },
        { name: t({ message: "Set", context: "when" }), value: <TimeAgo at={setAt} /> },
      ]}
    />
  );
}
