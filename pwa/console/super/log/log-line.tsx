import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { readJson, valuesOf } from "#pwa/console/desk/values-of.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatClock, formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { LogLine as Line } from "#schemas/logs.ts";
import { type LogPlace, NO_FILTERS } from "./log-place.ts";
import { levelTone, levelWords } from "./log-words.ts";

interface LogLineProps {
  readonly line: Line;
  /** Shows other lines: those that say the same of one thing. */
  readonly onNarrow: (to: Partial<LogPlace>) => void;
}

/** One line; it unfolds to all that it says. */
export function LogLine({ line, onNarrow }: LogLineProps) {
  const { at, level, message, errorId } = line;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-3 gap-y-1 rounded-md px-2 py-2.5 text-sm hover:bg-surface-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 self-center text-ink-3 transition-transform duration-150 group-open:rotate-90 rtl:-scale-x-100"
        />
        <time
          dateTime={at}
          title={formatDate(Date.parse(at), { withTime: true })}
          className="numeric font-mono text-xs whitespace-nowrap text-ink-3"
        >
          {formatClock(Date.parse(at))}
        </time>
        <span className="w-20 shrink-0">
          <Badge tone={levelTone(level)}>{levelWords(level)}</Badge>
        </span>
        <AsTyped className="min-w-0 grow basis-48">{message}</AsTyped>
        {errorId === null ? null : (
          <code dir="ltr" className="text-xs text-ink-3">
            {errorId}
          </code>
        )}
      </summary>
      <div className="mb-3 ms-3 flex flex-col gap-3 border-s border-line ps-4 text-sm">
        <LineFacts line={line} onNarrow={onNarrow} />
        <Fields json={line.fields} />
      </div>
    </details>
  );
}

function LineFacts({ line, onNarrow }: LogLineProps) {
  const may = useMay();
  const { at, errorId, requestId, userId, submissionId, process } = line;
  const narrow = (to: Partial<LogPlace>) => onNarrow({ ...NO_FILTERS, ...to });
  const payment = String(submissionId ?? "");
  return (
    <Facts
      facts={[
        {
          name: t({ message: "When", context: "column of a list" }),
          value: (
            <bdi dir="ltr" className="numeric">
              {at}
            </bdi>
          ),
        },
        ...(errorId === null
          ? []
          : [{ name: t`Number of the error`, value: <Id id={errorId} onNarrow={() => narrow({ error: errorId })} /> }]),
        ...(requestId === null
          ? []
          : [
              {
                name: t({ message: "Request", context: "that a device made" }),
                value: <Id id={requestId} onNarrow={() => narrow({ request: requestId })} />,
              },
            ]),
        ...(userId === null
          ? []
          : [
              {
                name: t({ message: "User", context: "a person" }),
                value: (
                  <With onNarrow={() => narrow({ user: userId })}>
                    <PersonLink id={userId} />
                  </With>
                ),
              },
            ]),
        ...(submissionId === null
          ? []
          : [
              {
                name: t({ message: "Payment", context: "its number" }),
                value: (
                  <With onNarrow={() => narrow({ payment: submissionId })}>
                    {may(OPERATORS_ENDPOINTS.submissionsToDecide) ? (
                      <Link
                        to="/admin-panel/$tab"
                        params={{ tab: "payments" }}
                        search={{ show: "all", open: submissionId }}
                        className="numeric text-accent hover:underline"
                      >
                        {payment}
                      </Link>
                    ) : (
                      payment
                    )}
                  </With>
                ),
              },
            ]),
        {
          name: t({ message: "Process", context: "of the server" }),
          value: <code className="text-xs">{process}</code>,
        },
      ]}
    />
  );
}

function Id({ id, onNarrow }: { readonly id: string; readonly onNarrow: () => void }) {
  return (
    <With onNarrow={onNarrow}>
      <span className="inline-flex items-center gap-1">
        <code dir="ltr" className="text-xs break-all">
          {id}
        </code>
        <CopyButton text={id} label={t`Copy`} className="-my-2" />
      </span>
    </With>
  );
}

/** What a line is about, and the way to all that is said of it. */
function With({ onNarrow, children }: { readonly onNarrow: () => void; readonly children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3">
      {children}
      <Button variant="link" size="inline" onClick={onNarrow}>
        {t({ message: "All lines of it", context: "button: of the log, about the same thing" })}
      </Button>
    </span>
  );
}

/** Whatever else a line says. */
function Fields({ json }: { readonly json: string }) {
  const values = valuesOf(readJson(json));
  // What was cut is no JSON any more, and stands as it is.
  if (values.size === 0 && json === "{}") return null;
  if (values.size === 0 || values.has("")) return <Cut text={json} />;
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      {[...values].map(([name, value]) => (
        <div key={name} className="px-3 py-2">
          <dt className="font-mono text-xs break-all text-ink-3">
            <bdi dir="ltr">{name}</bdi>
          </dt>
          <dd dir="ltr" className="text-start font-mono text-xs leading-5 break-all whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Cut({ text }: { readonly text: string }) {
  return (
    <pre dir="ltr" className="overflow-x-auto rounded-md border border-line p-3 text-start text-xs whitespace-pre-wrap">
      {text}
    </pre>
  );
}
