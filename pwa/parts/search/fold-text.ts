export { foldText, typedWords } from "#schemas/values/fold-text.ts";
