"""URLs of our own account pages; allauth's are included beside them."""

from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("mails/<str:token>/", views.mails_stop, name="mails_stop"),
    path("profile/", views.profile, name="profile"),
    path("profile/calendar/", views.calendar, name="calendar"),
    path("profile/picture/", views.picture, name="picture"),
]
