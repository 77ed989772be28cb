import type { OWN_ROLES_ENDPOINTS } from "#schemas/endpoints/own-roles.ts";
import type { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const ROLES_DOCS = {
  ownRoles: {
    summary: "What one is as an operator, and whether a second factor is missing for it; no roles for anybody else",
    errors: [],
  },
  operators: {
    summary: "Who the operators are, and what each may do",
    errors: [],
  },
  setRoles: {
    summary:
      "Makes somebody an operator or changes what they are, and signs them out; what gives more or takes a super away needs a second super where there is one",
    errors: ["user-unknown", "operator-own", "roles-same", "proposal-open", "operator-frozen"],
  },
  removeOperator: {
    summary: "Takes all roles away at once, and signs the person out; the last super stays",
    errors: ["operator-unknown", "operator-own", "proposal-open", "operator-frozen"],
  },
  operatorInvitations: {
    summary: "Who was invited to become an operator, newest first",
    errors: [],
  },
  inviteOperator: {
    summary:
      "Mails an invitation to become an operator, which works once and for 48 hours; it needs a second super where there is one",
    errors: ["invitation-open", "operator-own", "proposal-open", "operator-frozen"],
  },
  withdrawInvitation: {
    summary: "Takes an invitation back that nobody has accepted",
    errors: ["invitation-unknown", "invitation-ended"],
  },
  acceptInvitation: {
    summary: "Makes one an operator by the link that was mailed to one's address, and signs all other devices out",
    errors: ["invitation-invalid", "invitation-of-another", "invitation-operator", "account-frozen"],
  },
  fourEyes: {
    summary: "Which acts of operators take two of them",
    errors: [],
  },
  setFourEyes: {
    summary: "Sets which acts of operators take two of them; to ask for two less often takes two",
    errors: ["four-eyes-changed", "proposal-open", "operator-frozen"],
  },
} as const satisfies DocsOf<typeof OWN_ROLES_ENDPOINTS & typeof ROLES_ENDPOINTS>;
