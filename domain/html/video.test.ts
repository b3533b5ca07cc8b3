import { describe, expect, test } from 'vitest';

import { readVideo } from './video.ts';

describe('the address of a video', () => {
  const youTube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  const loom = (kind: string) => `https://www.loom.com/${kind}/0123456789abcdef0123456789abcdef`;

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youTube],
    ['http://youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=12s', youTube],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', youTube],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', youTube],
    ['HTTPS://WWW.YOUTUBE.COM/embed/dQw4w9WgXcQ', youTube],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://player.vimeo.com/video/76979871?h=abc', 'https://player.vimeo.com/video/76979871'],
    ['https://www.dailymotion.com/video/x8abcde', 'https://www.dailymotion.com/embed/video/x8abcde'],
    ['https://dai.ly/x8abcde', 'https://www.dailymotion.com/embed/video/x8abcde'],
    [loom('share'), loom('embed')],
  ])('%s', (address, player) => {
    expect(readVideo(address)?.player).toBe(player);
    expect(readVideo(player)?.player).toBe(player);
  });

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v="><script>x',
    'https://www.youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://user@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:444/dQw4w9WgXcQ',
    'javascript://youtu.be/dQw4w9WgXcQ',
    '',
  ])('not %j', (address) => {
    expect(readVideo(address)).toBeNull();
  });
});
