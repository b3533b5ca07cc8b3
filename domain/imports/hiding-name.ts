/** Names of tags and shortcodes whose words were not shown to everybody. */
export const hidingName =
  /^(?:comment|todo|draft|ignore|s2if|mepr[-_]?\w*|.*(?:^|[-_])(?:hid(?:e|den)|private|protect(?:ed|or)?|restrict\w*|members?(?:hip|[-_]?only|[-_]?content)?|logged[-_]?in|subscribers?|premium|paywall|paid|passster|secret)(?:[-_].*)?)$/i;
