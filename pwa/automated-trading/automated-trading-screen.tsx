import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { useState } from "react";
import { useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { type AutomationTerms, MAX_AUTOMATIONS } from "#schemas/automated-trading.ts";
import { AutomationList } from "./automation-list.tsx";
import { pairsOf, STRATEGY_NAMES } from "./automation-words.ts";
import { type Automation, isOver, useAutomations } from "./use-automations.ts";

const AutomationPage = later(
  async () => (await import("./automation-page.tsx")).AutomationPage,
  () => <Skeleton className="h-96 w-full" />,
);
const NewAutomationSheet = later(async () => (await import("./new-automation-sheet.tsx")).NewAutomationSheet);
const StopSheet = later(async () => (await import("./stop-sheet.tsx")).StopSheet);

/** `/automated-trading`, and `?automation=…` for one of them. */
export function AutomatedTradingScreen() {
  const { user } = useSession();
  return user === null ? null : <AutomatedTrading key={user.id} userId={user.id} />;
}

function AutomatedTrading({ userId }: { readonly userId: number }) {
  const { automations, isLoading } = useAutomations();
  const known = useKnownAssets();
  const isOnline = useOnline();
  const navigate = useNavigate();
  const { automation: asked }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [stopping, setStopping] = useState<string | null>(null);
  const [making, setMaking] = useState<Making | null>(null);
  const shown = automations.find(({ uid }) => uid === asked) ?? null;
  const stopped = automations.find(({ uid }) => uid === stopping) ?? null;
  const begin = (begun: AutomationTerms | null) => setMaking({ begun });
  return (
    <Page
      width={shown === null ? "normal" : "wide"}
      title={shown === null ? t`Automated trading` : STRATEGY_NAMES[shown.terms.strategy]}
      description={
        shown === null
          ? t`A strategy watches prices for you. It tells you what it would do, or does it within your limits.`
          : pairsOf(shown.terms)
      }
      actions={
        shown !== null || automations.length === 0 ? null : (
          <NewButton automations={automations} onClick={() => begin(null)} />
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>
              You are offline: what runs goes on at our server. You can look at it and try settings; nothing can be
              started.
            </Trans>
          </Notice>
        )}
        {isLoading ? (
          <Skeleton className="h-64 w-full" />
        ) : shown !== null ? (
          <AutomationPage
            key={shown.uid}
            automation={shown}
            isOnline={isOnline}
            onStop={() => setStopping(shown.uid)}
            onAgain={() => begin(shown.terms)}
          />
        ) : (
          <>
            {asked === undefined ? null : (
              <Notice tone="warn">
                <Trans>This automation is not known here.</Trans>
              </Notice>
            )}
            {automations.length === 0 ? (
              <NoAutomation onBegin={() => begin(null)} />
            ) : (
              <AutomationList automations={automations} onStop={({ uid }) => setStopping(uid)} />
            )}
          </>
        )}
      </div>
      {making === null || known.isLoading || known.isListLoading ? null : (
        <NewAutomationSheet
          {...{ userId, known, isOnline }}
          begun={making.begun}
          onOpen={(uid) => {
            setMaking(null);
            void navigate({ to: "/automated-trading", search: { automation: uid } });
          }}
          onClose={() => setMaking(null)}
        />
      )}
      {stopped === null ? null : <StopSheet automation={stopped} onClose={() => setStopping(null)} />}
    </Page>
  );
}

interface Making {
  /** Settings to begin with. */
  readonly begun: AutomationTerms | null;
}

interface NewButtonProps {
  readonly automations: readonly Automation[];
  readonly onClick: () => void;
}

function NewButton({ automations, onClick }: NewButtonProps) {
  const isFull = automations.filter((automation) => !isOver(automation)).length >= MAX_AUTOMATIONS;
  return (
    <Button onClick={onClick} disabled={isFull}>
      <Plus aria-hidden="true" className="size-4" />
      <Trans>New automation</Trans>
    </Button>
  );
}

/** What this is, plainly, for whoever has none. */
function NoAutomation({ onBegin }: { readonly onBegin: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<Bot />}
        title={t`No automation yet`}
        action={
          <Button onClick={onBegin}>
            <Trans>Choose a strategy</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            You choose a strategy and its limits, and see first what it would have done in the past. Then it tells you
            of each signal, or trades for you.
          </Trans>
        </p>
        <p className="mt-2">
          <Trans>Most strategies lose money much of the time. Start with one that only tells you.</Trans>
        </p>
      </EmptyState>
    </Card>
  );
}
