import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { WebhookDelivery } from "#schemas/monitoring.ts";
import { IssueLink } from "./issue-badges.tsx";

/** What was sent to the webhook, the latest first, and what came of it. */
export function Deliveries({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) {
  return (
    <section>
      <h3 className="font-semibold">
        <Trans>Latest messages</Trans>
      </h3>
      {deliveries.length === 0 ? (
        <p className="mt-1 text-ink-3">{t`Nothing was sent yet.`}</p>
      ) : (
        <List>
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="py-2.5">
              <Delivery delivery={delivery} />
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { at, event, issueIds, attempts, status, problem, nextAt } = delivery;
  const tries = formatCount(attempts);
  const next = nextAt === null ? null : formatDate(Date.parse(nextAt), { withTime: true });
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{eventWords(event)}</span>
        {issueIds.map((id) => (
          <IssueLink key={id} id={id}>
            #{id}
          </IssueLink>
        ))}
        <DeliveryState delivery={delivery} />
        <TimeAgo at={at} className="ms-auto text-xs whitespace-nowrap text-ink-3" />
      </p>
      <p className="flex flex-wrap gap-x-3 text-ink-3">
        <span>{plural(attempts, { one: `${tries} attempt`, other: `${tries} attempts` })}</span>
        {status === null ? null : <span className="numeric">{t`Answer ${status}`}</span>}
        {next === null ? null : (
          <span>{t({ message: `Again ${next}`, context: "when a message is sent once more" })}</span>
        )}
      </p>
      {problem === "" ? null : (
        <p className="text-down">
          <AsTyped>{problem}</AsTyped>
        </p>
      )}
    </>
  );
}

function DeliveryState({ delivery: { state } }: { readonly delivery: WebhookDelivery }) {
  switch (state) {
    case "delivered":
      return <Badge tone="up">{t({ message: "Delivered", context: "a message to a webhook" })}</Badge>;
    case "waiting":
      return <Badge tone="warn">{t({ message: "Tried again", context: "a message to a webhook" })}</Badge>;
    case "given-up":
      return <Badge tone="down">{t({ message: "Given up", context: "a message to a webhook" })}</Badge>;
  }
}

function eventWords(event: WebhookDelivery["event"]): string {
  switch (event) {
    case "issue.opened":
      return t({ message: "Issue opened", context: "message to a webhook" });
    case "issue.resolved":
      return t({ message: "Issue resolved", context: "message to a webhook" });
    case "test":
      return t({ message: "Test", context: "message to a webhook" });
  }
}
