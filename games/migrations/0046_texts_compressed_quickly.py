from django.db import migrations

from config.operations import CompressQuickly


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0045_fewer_indexes'),
    ]

    operations = [
        CompressQuickly('drawer', ('content',)),
        CompressQuickly('orderform', ('orders', 'previous')),
        CompressQuickly('readerevents', ('content',)),
        CompressQuickly('resolution', ('forms', 'draws')),
        CompressQuickly('turn', ('window',)),
    ]
