import { classNames } from "#pwa/ui/class-names.ts";

/** What a person wrote, or the server in English: it keeps its own direction, and turns nothing beside it. */
export function AsTyped({ children, className }: { readonly children: string; readonly className?: string }) {
  return (
    <bdi dir="auto" className={classNames("break-words", className)}>
      {children}
    </bdi>
  );
}
