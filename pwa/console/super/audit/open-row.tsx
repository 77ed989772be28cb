import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import type { AuditRowOutput } from "#schemas/audit.ts";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { Party } from "./audit-columns.tsx";
import { doneWords, kindWords, reasonWords } from "./audit-words.ts";
import { ChangeView } from "./change-view.tsx";

interface OpenRowProps {
  readonly number: number;
  /** As the list has it; a link may lead to any row. */
  readonly known: AuditRowOutput | undefined;
}

/** One row, with what it was before and what it is since. */
export function OpenRow({ number, known }: OpenRowProps) {
  const asked = useAsk(AUDIT_ENDPOINTS.auditRow, { params: { number } }, { isOn: known === undefined });
  if (known !== undefined) return <Row row={known} />;
  return <AskedState asked={asked}>{asked.value === null ? null : <Row row={asked.value} />}</AskedState>;
}

function Row({ row }: { readonly row: AuditRowOutput }) {
  const { at, kind, by, whom, reason, change, signed, previous, hash } = row;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-base">{doneWords(row)}</p>
      {reason === "" ? null : (
        <div>
          <p className="text-ink-3">{t`Reason`}</p>
          <p>
            <AsTyped>{reasonWords(row)}</AsTyped>
          </p>
        </div>
      )}
      {change === null ? null : <ChangeView change={change} />}
      <Facts
        facts={[
          {
            name: t({ message: "When", context: "column of a list" }),
            value: formatDate(Date.parse(at), { withTime: true }),
          },
          { name: t({ message: "Kind", context: "column of a list" }), value: kindWords(kind) },
          { name: t({ message: "By", context: "column of a list: who did it" }), value: <Party party={by} isOpen /> },
          ...(whom === ""
            ? []
            : [
                {
                  name: t({ message: "Whom", context: "column of a list: whom it concerns" }),
                  value: <Party party={whom} isOpen />,
                },
              ]),
          ...(signed === "" ? [] : [{ name: t`What was signed`, value: <Code text={signed} /> }]),
          { name: t`Hash of the row`, value: <Code text={hash} /> },
          { name: t`Hash of the row before`, value: <Code text={previous} /> },
        ]}
      />
      <p className="text-ink-3">
        <Trans>The hash covers the row and the hash before it: whoever changes a row breaks all that follow.</Trans>
      </p>
    </div>
  );
}
