"""What was mailed, given up or tried so far becomes a delivery. What was never tried is worked out anew."""

from django.db import migrations

_DELIVERIES = """
INSERT INTO games_delivery (notice_id, channel, state, tries, tried_at, next_at, answer)
SELECT id, 'mail',
    CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN tries >= 5 THEN 'failed' ELSE 'waiting' END,
    tries, COALESCE(sent_at, tried_at), COALESCE(tried_at, sent_at, created_at), ''
FROM games_notice WHERE sent_at IS NOT NULL OR tries > 0
"""
_ROUTED = """
UPDATE games_notice SET routed_at = COALESCE(sent_at, tried_at, created_at)
WHERE sent_at IS NOT NULL OR tries > 0
"""
_BACK = """
UPDATE games_notice SET
    sent_at = (SELECT MAX(d.tried_at) FROM games_delivery d WHERE d.notice_id = games_notice.id AND d.state = 'sent'),
    tries = COALESCE((SELECT MAX(d.tries) FROM games_delivery d WHERE d.notice_id = games_notice.id), 0)
"""


class Migration(migrations.Migration):

    dependencies = [("games", "0030_deliveries")]

    operations = [
        migrations.RunSQL(_DELIVERIES, _BACK),
        migrations.RunSQL(_ROUTED, migrations.RunSQL.noop),
    ]
