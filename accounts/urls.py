"""URLs of our own account pages; allauth's are included beside them."""

from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("preferences/", views.preferences, name="preferences"),
    path("profile/", views.profile, name="profile"),
    path("profile/picture/", views.picture, name="picture"),
]
