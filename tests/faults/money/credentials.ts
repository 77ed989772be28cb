/** Everybody's password here, and the operator's name; neither may ever turn up in what the processes write. */
export const PASSWORD = "correct horse battery";
export const OPERATOR = "operator";
