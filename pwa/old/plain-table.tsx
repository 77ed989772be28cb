import type { ReactNode } from "react";
import { Table } from "#pwa/ui/table.tsx";
import { uniqueKeys } from "#pwa/ui/unique-keys.ts";

interface PlainTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** Each with its key first; the first cell names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Said where there is no row. */
  readonly empty: string;
}

/** A table and nothing else. */
export function PlainTable({ caption, heads, rows, empty }: PlainTableProps) {
  const keys = uniqueKeys(heads);
  return (
    <section className="mb-8">
      <h2 className="mb-2 text-lg font-semibold">{caption}</h2>
      {rows.length === 0 ? (
        <p className="text-sm text-ink-2">{empty}</p>
      ) : (
        <Table caption={caption}>
          <thead>
            <tr>
              {heads.map((head, index) => (
                <th
                  key={keys[index]}
                  scope="col"
                  className={`border-b border-line-strong py-1.5 align-bottom font-semibold ${index === 0 ? "text-start" : "ps-3 text-end"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row" className="border-b border-line py-2 text-start align-top font-medium break-words">
                  {first}
                </th>
                {others.map((cell, index) => (
                  <td
                    key={keys[index + 1]}
                    className="numeric border-b border-line py-2 ps-3 text-end align-top break-words"
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
