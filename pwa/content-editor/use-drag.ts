import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import {
  attachInstruction,
  extractInstruction,
  type Instruction,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/list-item";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Where } from "./tree.ts";

interface DragOptions {
  readonly element: RefObject<HTMLDivElement | null>;
  /** By what it is dragged. */
  readonly handle: RefObject<HTMLSpanElement | null>;
  /** Only what is of one list is put among each other. */
  readonly list: string;
  readonly id: string;
  readonly isOn: boolean;
  /** Whether something can be put within it, too. */
  readonly takesIn?: boolean;
  /** Something of the same list was dropped here. */
  readonly onDrop: (id: string, where: Where) => void;
}

interface Drag {
  readonly isDragged: boolean;
  /** Where what is held over it would come. */
  readonly over: Where | null;
}

const WHERE = { "reorder-before": "before", "reorder-after": "after", combine: "into" } as const satisfies Record<
  Instruction["operation"],
  Where
>;

/** Lets something be dragged by its handle, and others be dropped beside it. All of it has buttons and keys as well. */
export function useDrag({ element, handle, list, id, isOn, takesIn = false, onDrop }: DragOptions): Drag {
  const [isDragged, setDragged] = useState(false);
  const [over, setOver] = useState<Where | null>(null);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const [own, grip] = [element.current, handle.current];
    if (!isOn || own === null || grip === null) return undefined;
    return combine(
      draggable({
        element: own,
        dragHandle: grip,
        getInitialData: () => ({ list, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: own,
        canDrop: ({ source: { data } }) => data["list"] === list && data["id"] !== id,
        getData: ({ input, element }) =>
          attachInstruction(
            {},
            {
              input,
              element,
              operations: {
                "reorder-before": "available",
                "reorder-after": "available",
                ...(takesIn && { combine: "available" }),
              },
            },
          ),
        onDrag: ({ self }) => setOver(whereOf(self.data)),
        onDragLeave: () => setOver(null),
        onDrop: ({ self, source }) => {
          setOver(null);
          const where = whereOf(self.data);
          if (where !== null) latest.current(String(source.data["id"]), where);
        },
      }),
    );
  }, [element, handle, list, id, isOn, takesIn]);
  return { isDragged, over };
}

function whereOf(data: Record<string | symbol, unknown>): Where | null {
  const instruction = extractInstruction(data);
  return instruction === null ? null : WHERE[instruction.operation];
}
