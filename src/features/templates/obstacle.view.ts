import type { Catalogue } from "../../locales/index.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Obstacle } from "./proposal.ts";

/** Why somebody can't do it, or not any more, and who was first. */
export function obstacleLine(obstacle: Obstacle, { proposals, templates }: Catalogue): Line {
  const { obstacles } = proposals;
  switch (obstacle.kind) {
    case "not_reviewer":
      return [obstacles.notReviewer];
    case "own":
      return [obstacles.own];
    case "edited":
      return [obstacles.edited];
    case "not_editor":
      return [obstacles.notEditor];
    case "not_withdrawer":
      return [obstacles.notProposer];
    case "not_proposer":
      return [templates.notAllowed];
    case "approved_before":
      return [obstacles.approvedBefore];
    case "revised":
      return [obstacles.revised, " ", { user: obstacle.by }, " ", { at: obstacle.at }];
    case "decided":
      return [
        obstacles.decided[obstacle.state],
        ...(obstacle.by === null ? [] : [" ", { user: obstacle.by }]),
        " ",
        { at: obstacle.at },
      ];
  }
}
