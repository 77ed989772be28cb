import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, CircleHelp, Download, RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { later } from "#pwa/ui/later.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Spinner } from "#pwa/ui/spinner.tsx";
import type { Check, CheckStatus } from "./check.ts";
import { readDeviceFacts } from "./device-facts.ts";
import { FixButton } from "./fix-button.tsx";
import { reportText } from "./report.ts";
import { useChecks } from "./use-checks.ts";
import { uniqueKeys } from "#pwa/ui/unique-keys.ts";

const RebuildSheet = later(async () => (await import("#pwa/parts/device/rebuild-sheet.tsx")).RebuildSheet);

const LOOKS: Readonly<
  Record<CheckStatus, { readonly word: string; readonly look: string; readonly Icon: typeof CircleCheck }>
> = {
  pass: {
    get word() {
      return t({ message: "Fine", context: "how a check ended" });
    },
    look: "text-up",
    Icon: CircleCheck,
  },
  warn: {
    get word() {
      return t({ message: "Look at this", context: "how a check ended" });
    },
    look: "text-warn",
    Icon: TriangleAlert,
  },
  fail: {
    get word() {
      return t({ message: "Wrong", context: "how a check ended" });
    },
    look: "text-down",
    Icon: CircleAlert,
  },
  unknown: {
    get word() {
      return t({ message: "Not checked", context: "how a check ended" });
    },
    look: "text-ink-3",
    Icon: CircleHelp,
  },
};

/** Checks of the wallet, this device and its link to the server, and what can be done where one does not pass. */
export function WalletScreen() {
  const { checks, isRunning, run } = useChecks();
  const keys = uniqueKeys(checks.map(({ title }) => title));
  const [isRebuilding, setRebuilding] = useState(false);
  return (
    <Page
      title={t`Wallet check`}
      description={t`Looks at your wallet, this device and the link between them. Nothing is changed by it.`}
      width="narrow"
      actions={
        <Button variant="secondary" loading={isRunning} onClick={run}>
          {isRunning ? null : <RefreshCw aria-hidden="true" className="size-4" />}
          <Trans>Check again</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Card aria-label={t`Checks`}>
          <p role="status" className="mb-2 flex items-center gap-2 text-sm font-medium">
            {isRunning ? <Spinner size="sm" /> : null}
            {isRunning
              ? plural({ count: checks.length }, { one: "# check made", other: "# checks made" })
              : summaryOf(checks)}
          </p>
          <List>
            {checks.map((check, at) => (
              <CheckRow key={keys[at]} check={check} onRebuild={() => setRebuilding(true)} onFixed={run} />
            ))}
          </List>
        </Card>
        {/* There is nothing to report yet, and each check that is made would push it down. */}
        {isRunning ? null : <ReportActions checks={checks} />}
      </div>
      {isRebuilding ? <RebuildSheet onClose={() => setRebuilding(false)} /> : null}
    </Page>
  );
}

interface CheckRowProps {
  readonly check: Check;
  readonly onRebuild: () => void;
  readonly onFixed: () => void;
}

function CheckRow({ check, onRebuild, onFixed }: CheckRowProps) {
  const { title, status, found, meaning, fix } = check;
  const { word, look, Icon } = LOOKS[status];
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden="true" className={classNames("mt-0.5 size-5 shrink-0", look)} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap justify-between gap-x-3 text-sm font-medium">
          <span>{title}</span>
          <span className={classNames("text-xs", look)}>{word}</span>
        </p>
        <p className="text-sm break-words text-ink-2">{found}</p>
        {meaning === undefined ? null : <p className="mt-1 text-sm break-words text-ink-3">{meaning}</p>}
        {fix === undefined ? null : <FixButton fix={fix} onRebuild={onRebuild} onFixed={onFixed} />}
      </div>
    </li>
  );
}

function summaryOf(checks: readonly Check[]): string {
  const of = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const [wrong, doubtful, unchecked] = [of("fail"), of("warn"), of("unknown")];
  const parts = [
    ...(wrong > 0 ? [plural(wrong, { one: "# wrong", other: "# wrong" })] : []),
    ...(doubtful > 0 ? [plural(doubtful, { one: "# to look at", other: "# to look at" })] : []),
    ...(unchecked > 0 ? [plural(unchecked, { one: "# not checked", other: "# not checked" })] : []),
  ];
  return parts.length === 0 ? t`Everything is fine` : parts.reduce((former, next) => t`${former}, ${next}`);
}

function ReportActions({ checks }: { readonly checks: readonly Check[] }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(await textOf(checks));
      showToast({ title: t`The report is copied` });
    } catch {
      showToast({ title: t`Copying is not allowed here`, description: t`Save it as a file instead.` });
    }
  }

  async function save() {
    saveFile("wallet-check.txt", "text/plain", await textOf(checks));
  }

  return (
    <section aria-label={t`Report`} className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">
        <Trans>A report for support names neither your address nor your amounts, and nothing secret.</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy()}>
          <Trans>Copy the report</Trans>
        </Button>
        <Button variant="secondary" onClick={() => void save()}>
          <Download aria-hidden="true" className="size-4" />
          <Trans>Save as text</Trans>
        </Button>
        <Button asChild variant="ghost">
          <Link to="/screenshot-diagnostic">
            <Trans>Screenshot for support</Trans>
          </Link>
        </Button>
      </div>
    </section>
  );
}

async function textOf(checks: readonly Check[]): Promise<string> {
  return reportText(checks, await readDeviceFacts("/wallet-diagnostic", true));
}
