import { t } from "@lingui/core/macro";
import { Fragment, type ReactNode, useState } from "react";
import { Border } from "./border.tsx";
import { type Layout, type PanelName, shownColumns, withColumnShares, withPanelShares } from "./layout.ts";
import { PANEL_LABELS, PANEL_WORDS, panelId } from "./panel-words.ts";

/** So narrow or low a panel still shows something. */
const LEAST_WIDTH_REM = 11;
const LEAST_HEIGHT_REM = 6;

interface WorkspaceProps {
  readonly layout: Layout;
  readonly panels: Readonly<Record<PanelName, ReactNode>>;
  readonly onLayout: (layout: Layout) => void;
}

/** The panels beside and above each other, with borders that can be moved. */
export function Workspace({ layout, panels, onLayout }: WorkspaceProps) {
  // While a border is dragged, nobody but this knows where it is.
  const [dragged, setDragged] = useState<Layout | null>(null);
  const current = dragged ?? layout;
  const change = (next: Layout, isDone: boolean) => {
    setDragged(isDone ? null : next);
    if (isDone) onLayout(next);
  };
  const columns = shownColumns(current);
  return (
    <div className="flex min-h-0 flex-1">
      {columns.map((column, index) => {
        const next = columns[index + 1];
        return (
          <Fragment key={column.at}>
            <div className="flex min-w-44 flex-col" style={{ flex: `${column.share} 1 0` }}>
              <PanelColumn column={column} panels={panels} layout={current} onChange={change} />
            </div>
            {next === undefined ? null : (
              <Border
                label={betweenWords(wordsOf(column), wordsOf(next))}
                isUpright
                shares={[column.share, next.share]}
                leastRem={LEAST_WIDTH_REM}
                onMove={([one, other], isDone) => {
                  const shares = new Map([
                    [column.at, one],
                    [next.at, other],
                  ]);
                  change(withColumnShares(current, shares), isDone);
                }}
              />
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

type Shown = ReturnType<typeof shownColumns>[number];

function wordsOf({ panels }: Shown): string {
  return panels.map(({ name }) => PANEL_WORDS[name]).reduce((upper, lower) => t`${upper} with ${lower}`);
}

function betweenWords(first: string, second: string): string {
  return t`Between ${first} and ${second}`;
}

interface PanelColumnProps {
  readonly column: Shown;
  readonly panels: Readonly<Record<PanelName, ReactNode>>;
  readonly layout: Layout;
  readonly onChange: (layout: Layout, isDone: boolean) => void;
}

function PanelColumn({ column, panels, layout, onChange }: PanelColumnProps) {
  return column.panels.map(({ name, share }, index) => {
    const next = column.panels[index + 1];
    return (
      <Fragment key={name}>
        <Panel name={name} share={share}>
          {panels[name]}
        </Panel>
        {next === undefined ? null : (
          <Border
            label={betweenWords(PANEL_WORDS[name], PANEL_WORDS[next.name])}
            isUpright={false}
            shares={[share, next.share]}
            leastRem={LEAST_HEIGHT_REM}
            onMove={([one, other], isDone) => {
              const shares = new Map([
                [name, one],
                [next.name, other],
              ]);
              onChange(withPanelShares(layout, shares), isDone);
            }}
          />
        )}
      </Fragment>
    );
  });
}

interface PanelProps {
  readonly name: PanelName;
  readonly share: number;
  readonly children: ReactNode;
}

function Panel({ name, share, children }: PanelProps) {
  return (
    <section
      id={panelId(name)}
      aria-label={PANEL_LABELS[name]}
      tabIndex={-1}
      style={{ flex: `${share} 1 0` }}
      className="relative min-h-24 min-w-0 overflow-auto rounded-md border border-line bg-surface -outline-offset-2"
    >
      {children}
    </section>
  );
}
