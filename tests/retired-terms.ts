/**
 * Terms that the code, the docs and the screens no longer use, each with the term to use instead. The rule behind them:
 * use the word that an engineer would search for, one word for one thing.
 */
export const retiredTerms: readonly { pattern: RegExp; use: string }[] = [
  {
    pattern: /(?<![-:])\bletters?\b(?!-)|[a-z]Letters?(?![a-z])|\bletter[A-Z]|\bLetters?[A-Z]/g,
    use: 'email (what is sent), character (of a text)',
  },
  { pattern: /\b[Pp]ictures?\b|[a-z]Pictures?(?![a-z])|\b[Pp]ictures?[A-Z_]/g, use: 'image' },
  { pattern: /\bfilms?\b/gi, use: 'video' },
  {
    pattern: /(?<!\btests?[:/])\b[Ff]ault(?:s|y)?\b|[a-z]Faults?(?![a-z])|\bfaults?[A-Z]/g,
    use: 'error; failure where a component fails',
  },
  { pattern: /\b(?:[Ss]entence|SENTENCE)S?s?\b|[a-z]Sentences?(?![a-z])|\bsentences?[A-Z]/g, use: 'message' },
  {
    pattern: /\b[Jj]udge[ds]?\b|\b[Jj]udg(?:ing|ment)\b|\bjudge[A-Z]/g,
    use: 'check, classify, decide, can…',
  },
  { pattern: /\b[Dd]oors?\b|\bdoor[A-Z]|[a-z]Doors?(?![a-z])/g, use: 'auth screen, guard' },
  { pattern: /\b(?:readLooks|looksClass|lookMarks|Looks)\b|\bthe looks\b|\blooks of\b/g, use: 'text styles' },
  { pattern: /\b(?:cardPress|CardPress|atPress|isPress)\w*/g, use: 'social image renderer; click' },
  { pattern: /\b[Ww]orkshops?\b|[a-z]Workshop\b/g, use: 'image processor, worker' },
  { pattern: /\bup-?keep\b/gi, use: 'cleanup job' },
  { pattern: /\b[Pp]atience\b|[a-z]Patience\b|\b[Pp]atient(?:ly)?\b/g, use: 'timeout' },
  { pattern: /\binsistently\b|\binsists?\b/gi, use: 'retry' },
  { pattern: /\bovertaken?\b/gi, use: 'version conflict, stale' },
  { pattern: /\bstrangers?\b/gi, use: 'anonymous visitor, user without a role' },
  { pattern: /\bdoomed\b/gi, use: 'itemToDelete, pending deletion' },
  {
    pattern: /\bsomebody\b|\bsomeone else\b|\bnobody\b|\bwhoever\b|\bwhomever\b/gi,
    use: 'name the role: a user, an editor, another user, no one',
  },
  { pattern: /\bsittings?\b/gi, use: 'editing session' },
  { pattern: /\bworking drafts?\b|\bworkingDrafts?\b|\bworking_drafts?\b/gi, use: 'pending changes' },
  { pattern: /\bformer[ _-]slugs?\b|FormerSlug/gi, use: 'slug redirect' },
  { pattern: /\bleft[ _-]?out[ _-]views?\b|\bleaveOut\b|\bleftOut\b/gi, use: 'ignored views' },
  { pattern: /\bhurr(?:y|ied)\w*/gi, use: 'retry now' },
  {
    pattern:
      /\bcolour\w*|\bcentred?\b|\bneighbour\w*|\bbehaviour\w*|\bfavour\w*|\blicence\w*|\bprogramme\b|\bcatalogue\b|\be-mails?\b|\b(?:re|summar|normal|sanit|organ|recogn|author|capital|optim|minim)is(?:e[ds]?|ing)\b/gi,
    use: 'American spelling',
  },
  { pattern: /\bforgets?\b|\bforgotten\b|\bforget[A-Z]|[a-z]Forget\b/g, use: 'delete, expire' },
  { pattern: /\btear\b|\bmakeRoom\b|\barrange-?html\b/gi, use: 'normalize HTML, evict' },
];
