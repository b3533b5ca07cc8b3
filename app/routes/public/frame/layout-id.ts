/** The route id of the public layout. It does not change when files move. */
export const publicLayoutId = 'public-layout';
