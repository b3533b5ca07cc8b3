/** Names of tags and shortcodes whose words were not shown to everybody. */
export const hidingName =
  /^(?:comment|hide|hidden|private|protected|restrict\w*|members?(?:[-_]?only|[-_]content)?|logged[-_]?in|is[-_]logged[-_]in|todo|draft|ignore|secret)$/i;
