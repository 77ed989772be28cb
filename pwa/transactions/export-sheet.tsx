import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Braces, FileSpreadsheet, FileText, type LucideIcon } from "lucide-react";
import { useService } from "#pwa/parts/service/use-service.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ProgressBar } from "#pwa/ui/progress-bar.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { formatPercent } from "#pwa/ui/format.ts";
import type { ExportKind } from "./export.ts";
import type { FilterContext, TransactionFilter } from "./filter.ts";
import { useExport } from "./use-export.ts";

const KINDS: readonly {
  readonly kind: ExportKind;
  readonly title: string;
  readonly description: string;
  readonly Icon: LucideIcon;
}[] = [
  {
    kind: "pdf",
    get title() {
      return t`PDF statement`;
    },
    get description() {
      return t`To read, print or hand in`;
    },
    Icon: FileText,
  },
  {
    kind: "csv",
    title: "CSV",
    get description() {
      return t`For spreadsheets and tax software`;
    },
    Icon: FileSpreadsheet,
  },
  {
    kind: "json",
    title: "JSON",
    get description() {
      return t`The same facts for programs`;
    },
    Icon: Braces,
  },
];

interface ExportSheetProps {
  readonly filter: TransactionFilter;
  readonly context: FilterContext;
  readonly isNarrowed: boolean;
  readonly onClose: () => void;
}

/** Saves what the filters let through as a file. It is made on the device, offline too. */
export function ExportSheet({ filter, context, isNarrowed, onClose }: ExportSheetProps) {
  const { user } = useSession();
  const { rows: held } = useRows("balances");
  const { state, start, cancel } = useExport();
  const isPretend = useService()?.network === "test";
  const isWriting = state.kind === "writing";
  return (
    <Sheet
      onClose={onClose}
      title={t`Export transactions`}
      description={
        isNarrowed
          ? t`Only what your filters let through. The file is made on this device.`
          : t`Your whole history. The file is made on this device.`
      }
      footer={
        isWriting ? (
          <Button variant="secondary" onClick={cancel}>
            <Trans context="button that ends what is being done">Stop</Trans>
          </Button>
        ) : (
          <Button variant="ghost" onClick={onClose}>
            <Trans context="button">Close</Trans>
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-2">
        {KINDS.map(({ kind, title, description, Icon }) => (
          <button
            key={kind}
            type="button"
            disabled={isWriting}
            onClick={() => start({ kind, filter, context, name: user?.username ?? "", held, isPretend })}
            className="flex min-h-16 items-center gap-3 rounded-md border border-line bg-ground px-4 py-3 text-start transition-colors duration-150 hover:border-line-strong disabled:cursor-not-allowed disabled:opacity-55"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{title}</span>
              <span className="block text-sm text-ink-3">{description}</span>
            </span>
          </button>
        ))}
        <p className="text-sm text-ink-3">
          <Trans>
            What you gained or lost in a year, for your taxes, is saved under{" "}
            <Link to="/analytics" className="underline">
              Analytics
            </Link>
            .
          </Trans>
        </p>
        {isWriting ? <Progress percent={state.percent} /> : null}
        {state.kind === "saved" ? (
          <Notice tone="success">{t`Saved as ${{ file: state.name }}. Look among your downloads.`}</Notice>
        ) : null}
        {state.kind === "failed" ? (
          <Notice tone="error">
            <Trans>The file could not be made on this device. Free some space, and try again.</Trans>
          </Notice>
        ) : null}
      </div>
    </Sheet>
  );
}

function Progress({ percent }: { readonly percent: number }) {
  return (
    <div className="flex items-center gap-3 py-2">
      <ProgressBar label={t`Writing the file`} value={percent} of={100} className="grow" />
      <span className="numeric w-12 text-end text-sm text-ink-2">{formatPercent(String(percent), " ")}</span>
    </div>
  );
}
