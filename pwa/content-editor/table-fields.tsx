import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "#pwa/ui/button.tsx";
import { Input } from "#pwa/ui/field.tsx";
import { Trash2 } from "lucide-react";
import { IconButton } from "./move-bar.tsx";
import type { FieldsOf } from "./fields-of.ts";
import { WrittenField } from "./text-fields.tsx";
import { textAttributes, useIssue, useWriting } from "./writing.ts";

const MOST_COLUMNS = 8;
const MOST_ROWS = 100;

/** A table, cell by cell. */
export function TableFields({ path, section, onChange }: FieldsOf<"table">) {
  const { isReadOnly } = useWriting();
  const issue = useIssue(`${path}.rows`);
  const { header, rows } = section;
  return (
    <>
      <WrittenField
        label={t`What the table says`}
        path={`${path}.caption`}
        value={section.caption}
        most={200}
        onChange={(caption, of) => onChange({ ...section, caption }, of)}
      />
      <div className="-m-1 overflow-x-auto p-1">
        <table className="w-full border-separate border-spacing-1">
          <thead>
            <tr>
              {header.map((cell, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is told by its place alone
                <th key={at} scope="col" className="min-w-32 font-normal">
                  <Cell
                    label={t`Head of column ${{ column: at + 1 }}`}
                    path={`${path}.header.${at}`}
                    value={cell}
                    isHead
                    onChange={(text, of) => onChange({ ...section, header: header.with(at, text) }, of)}
                  />
                </th>
              ))}
              {isReadOnly ? null : <td aria-hidden="true" />}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a row is told by its place alone
              <tr key={at}>
                {cells.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={column} className="min-w-32">
                    <Cell
                      label={t`Row ${{ row: at + 1 }}, column ${{ column: column + 1 }}`}
                      path={`${path}.rows.${at}.${column}`}
                      value={cell}
                      onChange={(text, of) =>
                        onChange({ ...section, rows: rows.with(at, cells.with(column, text)) }, of)
                      }
                    />
                  </td>
                ))}
                {isReadOnly || rows.length < 2 ? null : (
                  <td>
                    <IconButton
                      Icon={Trash2}
                      label={t`Remove row ${{ row: at + 1 }}`}
                      isOff={false}
                      onClick={() => onChange({ ...section, rows: rows.toSpliced(at, 1) }, null)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {issue === undefined ? null : (
        <p role="alert" className="text-sm text-down">
          {issue}
        </p>
      )}
      {isReadOnly ? null : <TableActs section={section} onChange={onChange} />}
    </>
  );
}

/** Makes it larger or smaller. */
function TableActs({ section, onChange }: Pick<FieldsOf<"table">, "section" | "onChange">) {
  const { header, rows } = section;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="ghost"
        size="sm"
        disabled={rows.length >= MOST_ROWS}
        onClick={() => onChange({ ...section, rows: [...rows, header.map(() => "")] }, null)}
      >
        <Trans>Add a row</Trans>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        disabled={header.length >= MOST_COLUMNS}
        onClick={() =>
          onChange({ ...section, header: [...header, ""], rows: rows.map((cells) => [...cells, ""]) }, null)
        }
      >
        <Trans>Add a column</Trans>
      </Button>
      <Button
        variant="ghost"
        size="sm"
        disabled={header.length < 2}
        onClick={() =>
          onChange({ ...section, header: header.slice(0, -1), rows: rows.map((cells) => cells.slice(0, -1)) }, null)
        }
      >
        <Trans>Remove the last column</Trans>
      </Button>
    </div>
  );
}

interface CellProps {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly isHead?: boolean;
  readonly onChange: (text: string, of: string) => void;
}

function Cell({ label, path, value, isHead = false, onChange }: CellProps) {
  const { language, isReadOnly } = useWriting();
  const issue = useIssue(path);
  return (
    <Input
      aria-label={label}
      aria-invalid={issue !== undefined}
      title={issue}
      data-path={path}
      {...textAttributes(language)}
      className={isHead ? "font-semibold" : ""}
      maxLength={500}
      readOnly={isReadOnly}
      value={value}
      onChange={(event) => onChange(event.target.value, path)}
    />
  );
}
