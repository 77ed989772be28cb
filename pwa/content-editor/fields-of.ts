import type { PageSection } from "#schemas/content/sections.ts";
import type { Change } from "./writing.ts";

export interface SectionFieldsProps<Section extends PageSection> {
  readonly path: string;
  readonly section: Section;
  readonly onChange: Change<Section>;
}

/** The fields of one kind. */
export type FieldsOf<Type extends PageSection["type"]> = SectionFieldsProps<Extract<PageSection, { type: Type }>>;
