import type { ReactElement } from "react";
import { PageText } from "./page-text.tsx";

interface WrittenScreenProps {
  readonly path: string;
  /** What is said where there is no such page. */
  readonly missing: ReactElement;
}

/** A page of the operators' own, at an address that the app itself knows nothing of. */
export function WrittenScreen({ path, missing }: WrittenScreenProps) {
  return <PageText path={path} own={missing} />;
}
