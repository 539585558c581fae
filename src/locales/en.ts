import type { Catalogue } from "./catalogue.ts";
import { channels } from "./channels.ts";
import { confirm } from "./confirm.ts";
import { delivery } from "./delivery.ts";
import { edge } from "./edge.ts";
import { files } from "./files.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { home } from "./home.ts";
import { issues } from "./issues.ts";
import { lists } from "./lists.ts";
import { outcomes } from "./outcomes.ts";
import { payments } from "./payments.ts";
import { platform } from "./platform.ts";
import { prices } from "./prices.ts";
import { proposals } from "./proposals.ts";
import { propose } from "./propose.ts";
import { reasons } from "./reasons.ts";
import { receipts } from "./receipts.ts";
import { send } from "./send.ts";
import { repeat, settle } from "./settle.ts";
import { templates } from "./templates.ts";

export const en: Catalogue = {
  edge: edge.en,
  delivery: delivery.en,
  common: forms.en,
  issues: issues.en,
  send: send.en,
  confirm: confirm.en,
  outcomes: outcomes.en,
  settle: settle.en,
  receipts: receipts.en,
  repeat: repeat.en,
  help: help.en,
  history: history.en,
  home: home.en,
  lists: lists.en,
  prices: prices.en,
  payments: payments.en,
  files: files.en,
  channels: channels.en,
  templates: templates.en,
  propose: propose.en,
  proposals: proposals.en,
  platform: platform.en,
  reasons: reasons.en,
};
